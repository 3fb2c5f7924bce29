/** An error that an operator can put right: its message is a whole sentence that says what is wrong and what to do, shown without a stack trace. */
export class OperatorError extends Error {}
