/** GraphQL Yoga, which compiles each operation. */
import { createServer } from 'node:http';
import { useGraphQlJit } from '@envelop/graphql-jit';
import { createYoga } from 'graphql-yoga';
import { createContext, schema } from './graph.js';

const yoga = createYoga({
  schema,
  context: createContext,
  plugins: [useGraphQlJit()],
  healthCheckEndpoint: '/health/ready',
  logging: false,
});
createServer(yoga).listen(Number(process.env.PORT), '127.0.0.1');
