import type { FastifyInstance } from 'fastify';

/** The access token of the emulator has every permission. */
const PERMISSIONS = ['video:read', 'video:write', 'data:read', 'data:write', 'system:read', 'system:write'];

/** Registers the description of the access token (https://www.mux.com/docs/api-reference/system/utilities). */
export function whoamiRoutes(api: FastifyInstance): void {
  api.get('/whoami', () => ({
    data: {
      permissions: PERMISSIONS,
      organization_name: 'Emulator',
      organization_id: 'emulator',
      environment_type: 'development',
      environment_name: 'Emulator',
      environment_id: 'emulator',
      access_token_name: 'Emulator',
    },
  }));
}
