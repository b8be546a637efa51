/**
 * Returns the normalized discounted cumulative gain of the first `depth` results, 0 to 1: 1 if they are the best pages in the best
 * order. If no page has a grade, an empty list has 1 and every other list 0.
 */
export function ndcg(
  results: readonly string[],
  grades: Readonly<Record<string, number>>,
  depth = 5,
): number {
  const best = Object.values(grades).sort((a, b) => b - a);
  if (best.length === 0) return results.length === 0 ? 1 : 0;
  const graded = results.map((page) => grades[page] ?? 0);
  return gain(graded.slice(0, depth)) / gain(best.slice(0, depth));
}

const gain = (grades: readonly number[]): number =>
  grades.reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);
