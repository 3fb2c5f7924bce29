/** Says the choices and the number of results; the last of them counts. */
export function Announcements({ message, results }: { message: string; results: string }) {
  return (
    <span className="sr-only">
      <span role="status">{message}</span>
      <span role="status">{results}</span>
    </span>
  );
}
