import type { FuzzTarget } from './fuzzTarget.ts';
import { captions } from './targets/captions.ts';
import { content } from './targets/content.ts';
import { environment } from './targets/environment.ts';
import { formulas } from './targets/formulas.ts';
import { groqResults } from './targets/groqResults.ts';
import { httpPort } from './targets/httpPort.ts';
import { images } from './targets/images.ts';
import { models } from './targets/models.ts';
import { responses } from './targets/responses.ts';
import { seeds } from './targets/seeds.ts';
import { webhooks } from './targets/webhooks.ts';
import { webSocket } from './targets/webSocket.ts';

/** The kinds of input. */
export const FUZZ_TARGETS: readonly FuzzTarget[] = [
  captions,
  formulas,
  environment,
  models,
  seeds,
  httpPort,
  webhooks,
  webSocket,
  content,
  images,
  groqResults,
  responses,
];
