/** pixels of a bar with its label in a chart of figures */
export const ROW_HEIGHT = 50;

export const chartHeight = (values: readonly unknown[]): number => values.length * ROW_HEIGHT;
