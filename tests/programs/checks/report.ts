/** Prints the problems that a check found and how to fix them. The process then exits with 1. */
export function report(problems: readonly string[], fix: string): void {
  if (problems.length === 0) return;
  for (const problem of problems) console.error(problem);
  console.error(`\n${fix}`);
  process.exitCode = 1;
}
