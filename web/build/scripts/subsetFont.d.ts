/** Types of the used part of subset-font (https://github.com/papandreou/subset-font), which has none. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2';
      variationAxes?: Record<string, number | { min: number; max: number }>;
      /** Tags of OpenType features. Default: all. */
      keepFeatures?: string[];
    },
  ): Promise<Buffer>;
}
