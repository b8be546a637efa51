/** Apollo Server with Fastify, in its default configuration. */
import { ApolloServer } from '@apollo/server';
import fastifyApollo from '@as-integrations/fastify';
import Fastify from 'fastify';
import { createContext, schema } from './graph.js';

const server = new ApolloServer({ schema });
await server.start();
const app = Fastify();
app.get('/health/ready', () => ({ ok: true }));
await app.register(fastifyApollo(server), { context: async () => createContext() });
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
