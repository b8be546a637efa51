import type { LocalGateway } from './deliveryUrl.ts';
import type { Emulator } from './server.ts';

/**
 * Returns the environment with the required variables checked to be set and not empty.
 * @param emulator name of the emulator, for the error
 * @throws Error that lists the missing variables
 */
export function readRequiredVariables<N extends string>(
  emulator: string,
  env: Readonly<Record<string, string | undefined>>,
  names: readonly N[],
): Record<N, string> {
  const missing = names.filter((name) => !env[name]);
  if (missing.length > 0)
    throw new Error(`The ${emulator} emulator needs ${missing.join(', ')}: take the values of .env.example.`);
  return env as Record<N, string>;
}

/** Returns the gateway that `PORT` and `PUBLIC_URL` name. */
export function localGateway({ PORT = '4000', PUBLIC_URL }: NodeJS.ProcessEnv): LocalGateway {
  const localUrl = `http://127.0.0.1:${PORT}`;
  return { localUrl, publicUrl: PUBLIC_URL?.trim().replace(/\/+$/, '') || localUrl };
}

/** Returns the address of a gateway that receives webhooks. */
export const webhookUrl = (provider: string, { publicUrl }: LocalGateway): string =>
  `${publicUrl}/webhooks/${provider}`;

/** Returns the origin of `PUBLIC_URL`, whose pages can use the emulators; none if it is not set. */
export const originsOf = (publicUrl = ''): string[] =>
  URL.canParse(publicUrl) ? [new URL(publicUrl).origin] : [];

/**
 * Starts an emulator, prints its URL, and closes it on SIGTERM and SIGINT. An emulator that cannot start, for example because
 * its seed is invalid, ends the process with a message.
 */
export async function runEmulator(name: string, create: () => Promise<Emulator>): Promise<void> {
  try {
    const emulator = await create();
    console.log(`${name} emulator: ${emulator.url}`);
    for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const)
      process.once(signal, () => void emulator.close());
    // Only the command that started the emulator has a channel; it was killed if the channel ends.
    process.channel?.unref();
  } catch (error) {
    console.error(`the ${name} emulator cannot start: ${(error as Error).message}`);
    process.exit(1);
  }
}
