import type { Config } from '../../config/config.ts';

/** Returns the address of the gateway that receives the webhooks of a provider. */
export const webhookUrl = ({ publicUrl }: Pick<Config, 'publicUrl'>, provider: 'content' | 'media'): string =>
  `${publicUrl}/webhooks/${provider}`;
