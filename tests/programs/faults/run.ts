/**
 * `npm run faults` tries every way in which a provider can fail on gateways of their own, and prints what came of each:
 * the answer, the code, milliseconds, the provider's calls, and what is not as it should be. Ends with 1 when a cell is
 * broken. `npm run faults -- content hang` tries those whose words are all
 * named, `npm run faults -- crossed` the crossed cases alone.
 */
import { CELLS, PROVIDERS } from './cases.ts';
import { CROSSED } from './combined.ts';
import { openRig } from './harness.ts';
import { tryCell } from './runCase.ts';
import { printCrossed, printOutcome } from './table.ts';

const wanted = process.argv.slice(2);
const cells = CELLS.filter((cell) => wanted.every((word) => word === cell.provider || word === cell.fault));
let broken = 0;
// A provider's faults would be in the way of the others' columns, so each column has emulators of its own.
await Promise.all(
  PROVIDERS.map(async (provider) => {
    const column = cells.filter((cell) => cell.provider === provider);
    if (column.length === 0) return;
    const rig = await openRig();
    try {
      for (const cell of column) {
        const outcome = await tryCell(rig, cell);
        printOutcome(cell, outcome);
        if (outcome.broken.length > 0) broken += 1;
      }
    } finally {
      await rig.close();
    }
  }),
);
if (wanted.length === 0 || wanted.includes('crossed')) {
  const rig = await openRig();
  for (const one of CROSSED) {
    const faults: string[] = [];
    const expect = (isSo: boolean, otherwise: string) => void (isSo || faults.push(otherwise));
    const begun = performance.now();
    await one.run(rig, expect).catch((error: unknown) => void faults.push(String(error)));
    printCrossed(one, { ms: Math.round(performance.now() - begun), broken: faults });
    if (faults.length > 0) broken += 1;
  }
  await rig.close();
}
console.log(`\n${cells.length} cells, ${broken} broken`);
process.exit(broken > 0 ? 1 : 0);
