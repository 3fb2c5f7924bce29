/**
 * An error that an operator can fix: its message is a full sentence with the cause and the remedy, shown without a
 * stack trace.
 */
export class OperatorError extends Error {}
