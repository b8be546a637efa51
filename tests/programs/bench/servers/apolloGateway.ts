/** A gateway whose operations are all executed by Apollo Server. */
import { createGateway } from '../../../../gateway/app/gateway.ts';
import { loadEnvironment } from '../../../../gateway/config/environment.ts';
import { readConfig } from '../../../../gateway/config/readConfig.ts';

await createGateway(readConfig(loadEnvironment().env), {
  hasProcessMetrics: true,
  preparesOperations: false,
});
