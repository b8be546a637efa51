import type { DataBlockId } from '../../lib/readDataBlock.ts';

/** Returns a value as JSON that cannot end a script element, or open a comment in it. */
export const serializeForScript = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c');

/** Returns a script element with JSON that `readDataBlock` reads in the browser. */
export const dataBlock = (id: DataBlockId, value: unknown): string =>
  `<script type="application/json" id="${id}">${serializeForScript(value)}</script>`;
