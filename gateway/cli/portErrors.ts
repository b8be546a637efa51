import { createServer } from 'node:net';
import { type ListeningPort, portError } from '../config/portError.ts';

const MAX_PORT = 65_535;

/** Returns a message for each port that is not fixed, in use, or the same as an earlier one. */
export async function findPortErrors(ports: readonly ListeningPort[]): Promise<readonly string[]> {
  const errors = await Promise.all(
    ports.map(async (listening, i) => {
      const { port, variable } = listening;
      if (!(port > 0 && port <= MAX_PORT))
        return [
          `${variable}: expected a fixed port from 1 to ${MAX_PORT}, got ${port}; set it to one such as 4000`,
        ];
      const same = ports.slice(0, i).find((other) => other.port === port);
      if (same) return [`${variable}: expected another port than ${same.variable}, got ${port} for both`];
      const error = await tryPort(listening);
      return error === undefined ? [] : [portError(error, listening).message];
    }),
  );
  return errors.flat();
}

/** Returns the error of a server that tries to listen on a port; undefined if it can. */
export const tryPort = ({ host, port }: ListeningPort): Promise<Error | undefined> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', resolve);
    probe.listen({ host, port }, () => probe.close(() => resolve(undefined)));
  });
