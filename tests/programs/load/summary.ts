/**
 * Returns the last lines that a program prints.
 * @param failures expected and actual behaviour, one failure each
 * @param advice the next step for a reader of the failures
 */
export function summary(failures: readonly string[], advice: string): string {
  if (failures.length === 0) return '\npassed';
  return `\nfailed: ${failures.length}\n${failures.map((failure) => `  ${failure}`).join('\n')}\n\n${advice}`;
}
