import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalidParameters } from './apiError.ts';

type Validate = ReturnType<FastifyRequest['compileValidationSchema']>;

/** The validators of this process, by schema. */
const compiled = new WeakMap<object, Validate>();

/**
 * Validates requests by the schemas of their route, `body` and `querystring`, with the error of Mux. Fastify would compile all
 * schemas at the start of each server, which takes longer than the rest of its start; here, the first request that needs a
 * schema compiles it.
 */
export function validateLazily(api: FastifyInstance): void {
  api.addHook('onRoute', (route) => {
    const { body, querystring } = (route.schema ?? {}) as Readonly<Record<string, object | undefined>>;
    if (!body && !querystring) return;
    delete route.schema;
    route.preValidation = async (request) => {
      if (body) validate(request, body, 'body');
      if (querystring) validate(request, querystring, 'query');
    };
  });
}

/** Validates a part of a request, and coerces its values and adds defaults in place. @throws ApiError 400 */
function validate(request: FastifyRequest, schema: object, part: 'body' | 'query'): void {
  const isValid = compiled.get(schema) ?? request.compileValidationSchema(schema);
  compiled.set(schema, isValid);
  if (isValid(request[part] ?? null)) return;
  throw invalidParameters(
    ...(isValid.errors ?? []).map(({ instancePath, message, params }) => {
      const at = instancePath.slice(1).replaceAll('/', '.');
      const allowed = params.allowedValues;
      return `${at} ${message}${Array.isArray(allowed) ? `: ${allowed.join(', ')}` : ''}`.trim();
    }),
  );
}
