import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';

/** Logs the names of variables that look like settings and that nothing reads. Their values could be secrets. */
export function logUnknownVariables(
  { unknownVariables }: Pick<Config, 'unknownVariables'>,
  log: Pick<Logger, 'warn'>,
): void {
  for (const { name, nearest, replacement } of unknownVariables)
    log.warn(
      { variable: name, nearest, replacement },
      'the environment has a variable that no setting reads',
    );
}
