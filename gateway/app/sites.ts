import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { PROVIDERS } from '../core/errors.ts';
import type { Model } from '../core/model/model.ts';
import type { GraphServices } from '../graphql/operations/graphServices.ts';
import type { ContractVersions } from '../graphql/schema/versions/contractVersions.ts';
import type { SiteServices } from '../http/server.ts';
import { serveDocs } from '../sites/docs/serveDocs.ts';
import { serveErrorPage } from '../sites/docs/serveErrorPage.ts';
import { serveExplorer } from '../sites/explorer/serveExplorer.ts';
import { readMcpOperations } from '../sites/mcp/operations.ts';
import { serveMcp } from '../sites/mcp/serveMcp.ts';

interface SitesOptions {
  readonly graph: GraphServices;
  readonly model: Model;
  readonly contractVersions: ContractVersions;
}

/**
 * Returns the function that serves the configured sites: documentation, explorer and MCP server.
 * @throws Error for invalid operations of the MCP server
 */
export function createSites(
  { sites, schemaDir, providers, cache }: Config,
  { graph, model, contractVersions }: SitesOptions,
): (app: FastifyInstance, services: SiteServices) => void {
  const operations = sites.mcp
    ? readMcpOperations(join(schemaDir, 'operations'), graph.schema, {
        omitsInvalid: providers.length < PROVIDERS.length,
      })
    : undefined;
  return (app, services) => {
    if (operations) serveMcp(app, { ...services, graph, operations });
    if (sites.explorer) serveExplorer(app, { ...services, graph });
    if (!sites.docs) serveErrorPage(app, graph.rateLimiter);
    else
      serveDocs(app, {
        ...services,
        graph,
        model,
        contractVersions,
        defaultMaxAgeSeconds: cache.ttlSeconds,
        hasExplorer: sites.explorer,
      });
  };
}
