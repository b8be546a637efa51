/** Mercurius, which compiles an operation at its second execution. */
import Fastify from 'fastify';
import mercurius from 'mercurius';
import { createContext, schema } from './graph.js';

const app = Fastify();
app.get('/health/ready', () => ({ ok: true }));
await app.register(mercurius, { schema, jit: 1, context: createContext });
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
