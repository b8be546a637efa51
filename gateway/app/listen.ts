import type { AddressInfo } from 'node:net';
import type { FastifyInstance, FastifyListenOptions } from 'fastify';
import type { Config } from '../config/config.ts';
import { portError } from '../config/portError.ts';

interface Servers {
  readonly server: FastifyInstance;
  /** The server of metrics; undefined if it has no port of its own. */
  readonly operatorServer: FastifyInstance | undefined;
  /** True if this process shares the port with other workers. */
  readonly isWorker: boolean;
}

/**
 * Binds each server to its port.
 * @returns the URLs of both servers; they are equal if there is one
 * @throws Error that names the variable to change, if a port cannot be used
 */
export async function listen(
  config: Config,
  { server, operatorServer, isWorker }: Servers,
): Promise<{ readonly url: string; readonly operatorUrl: string }> {
  const { host, port, operatorPort = 0 } = config;
  await operatorServer?.listen({ host, port: operatorPort }).catch((error: unknown) => {
    throw portError(error, { host, port: operatorPort, variable: 'OPERATOR_PORT' });
  });
  await server.listen(listenOptions(config, isWorker)).catch((error: unknown) => {
    throw portError(error, { host, port, variable: 'PORT' });
  });
  const urlOf = (app: FastifyInstance) => `http://${host}:${(app.server.address() as AddressInfo).port}`;
  return { url: urlOf(server), operatorUrl: urlOf(operatorServer ?? server) };
}

/**
 * Returns where a server listens. On Linux the system distributes connections to the workers: a connection that the primary
 * hands over to a worker that crashes would stay open without a response.
 */
function listenOptions({ host, port }: Config, isWorker: boolean): FastifyListenOptions {
  const address = { host, port };
  // Fastify passes the option on, but its type lacks it: only a spread may add it.
  return isWorker && process.platform === 'linux' ? { ...address, ...{ reusePort: true } } : address;
}
