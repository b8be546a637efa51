/** The number of points, at equal distances along the curve. */
const SAMPLES = 1536;

/**
 * Half an arm of a six-armed snow crystal (stellar dendrite) along the x axis, from the notch between two arms to the
 * tip, in units of the arm length.
 */
const HALF_ARM: readonly (readonly [x: number, y: number])[] = [
  [0.156, 0.09],
  [0.24, 0.042],
  [0.33, 0.042],
  [0.475, 0.25],
  [0.41, 0.04],
  [0.52, 0.036],
  [0.655, 0.242],
  [0.59, 0.034],
  [0.69, 0.03],
  [0.795, 0.182],
  [0.75, 0.028],
  [0.83, 0.024],
  [0.9, 0.112],
  [0.88, 0.02],
  [1, 0],
];

/** Returns the outline of a snow crystal as x and y of each point, from a tip once around. */
export function snowflake(): Float64Array {
  const corners: (readonly [number, number])[] = [];
  for (let arm = 0; arm < 6; arm++) {
    const angle = (arm * Math.PI) / 3;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const rotate = (x: number, y: number) => [x * cos - y * sin, x * sin + y * cos] as const;
    // The side from the tip back to the notch; the next arm begins there.
    for (const [x, y] of [...HALF_ARM].reverse()) corners.push(rotate(x, y));
    const next = ((arm + 1) * Math.PI) / 3;
    for (const [x, y] of HALF_ARM.slice(1, -1))
      corners.push([x * Math.cos(next) + y * Math.sin(next), x * Math.sin(next) - y * Math.cos(next)]);
  }
  return resample(corners, SAMPLES);
}

function resample(corners: readonly (readonly [number, number])[], count: number): Float64Array {
  const lengths = corners.map(([x, y], i) => {
    const [nx, ny] = corners[(i + 1) % corners.length]!;
    return Math.hypot(nx - x, ny - y);
  });
  const perimeter = lengths.reduce((sum, length) => sum + length, 0);
  const points = new Float64Array(count * 2);
  let [side, passed] = [0, 0];
  for (let i = 0; i < count; i++) {
    const target = (perimeter * i) / count;
    while (passed + lengths[side]! < target) passed += lengths[side++]!;
    const share = (target - passed) / lengths[side]!;
    const [x, y] = corners[side]!;
    const [nx, ny] = corners[(side + 1) % corners.length]!;
    points.set([x + (nx - x) * share, y + (ny - y) * share], i * 2);
  }
  return points;
}
