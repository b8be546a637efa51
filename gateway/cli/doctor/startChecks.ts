import { tryComposition } from '../../app/gateway.ts';
import type { Config } from '../../config/config.ts';
import { type ListeningPort, portError } from '../../config/portError.ts';
import { isolatedConfig } from '../isolatedConfig.ts';
import { tryPort } from '../portErrors.ts';
import { type Check, failure, ok } from './check.ts';

/** Ports below need a right that this process can lack. */
const FIRST_FREE_PORT = 1024;

/** Checks what a start refuses besides settings and model: the address, and any part of the gateway. */
export const startChecks = (config: Config): readonly Check[] => [addressCheck(config), gatewayCheck(config)];

const addressCheck = ({ host, port, operatorPort }: Config): Check => ({
  id: 'address',
  title: 'Address',
  async run() {
    const addresses: readonly ListeningPort[] = [
      { host, port, variable: 'PORT' },
      ...(operatorPort === undefined ? [] : [{ host, port: operatorPort, variable: 'OPERATOR_PORT' }]),
    ];
    for (const address of addresses) {
      // A gateway that runs may hold the port, and a gateway that starts just now needs it.
      const tried = address.port < FIRST_FREE_PORT ? address.port : 0;
      const error = await tryPort({ ...address, port: tried });
      if (error && (error as NodeJS.ErrnoException).code !== 'EADDRINUSE')
        return failure('ADDRESS_UNUSABLE', {
          expected: 'an address of this machine and a port that this user may use',
          actual: portError(error, address).message,
          fix: 'correct HOST, PORT or OPERATOR_PORT',
        });
    }
    return ok(`${host}, ${addresses.map(({ variable, port }) => `${variable} ${port}`).join(', ')}`);
  },
});

/** Composes a gateway as a start does, without listening. */
const gatewayCheck = (config: Config): Check => ({
  id: 'gateway',
  title: 'Gateway',
  async run() {
    try {
      await tryComposition(isolatedConfig(config));
      return ok('starts with these settings, this model and these sites');
    } catch (error) {
      return failure('START_REFUSED', {
        expected: 'a gateway that starts',
        actual: (error as Error).message,
        fix: 'correct what the message names: a start ends with it',
      });
    }
  },
});
