/** The part of subset-font (https://github.com/papandreou/subset-font) that is used here; it brings no types. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2';
      variationAxes?: Record<string, number | { min: number; max: number }>;
      /** Tags of OpenType features; all unless given. */
      keepFeatures?: string[];
    },
  ): Promise<Buffer>;
}
