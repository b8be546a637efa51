import { scriptJson } from '../../../schema/scriptJson.ts';
import type { DataBlockId } from '../../lib/readDataBlock.ts';

/** Returns a script element with JSON that `readDataBlock` reads in the browser. */
export const dataBlock = (id: DataBlockId, value: unknown): string =>
  `<script type="application/json" id="${id}">${scriptJson(value)}</script>`;
