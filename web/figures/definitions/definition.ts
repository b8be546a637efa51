/** A parameter of a figure that readers change by a slider. */
export interface Parameter<Name extends string = string> {
  readonly name: Name;
  /** The label of the slider. */
  readonly label: string;
  /** The unit, as it follows the value: `°`, ` %`, `×`. */
  readonly unit?: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly default: number;
  /** Returns the text of a value. Default: the value in the digits of `step`, with the unit. */
  readonly format?: (value: number) => string;
}

/** The parts of a figure that readers see before its code is loaded. */
export interface FigureDefinition<Name extends string = string> {
  readonly title: string;
  /** The text alternative of the picture. */
  readonly description: string;
  readonly parameters: readonly Parameter<Name>[];
}

/** The values of the parameters by name. */
export type Values<Name extends string = string> = Readonly<Record<Name, number>>;

/** Returns the text of a value for readers. */
export const formatValue = ({ format, step, unit = '' }: Parameter, value: number): string =>
  format?.(value) ?? `${value.toFixed(Math.min(4, decimalsOf(step))).replace('-', '−')}${unit}`;

const decimalsOf = (step: number): number => String(step).split('.')[1]?.length ?? 0;

/**
 * Returns the values of all parameters.
 * @param given values by name; unknown names and values that are no numbers are ignored, and other values limited to the range
 */
export const valuesOf = <Name extends string>(
  { parameters }: FigureDefinition<Name>,
  given: readonly { name: string; value: number }[] = [],
): Values<Name> =>
  Object.fromEntries(
    parameters.map(({ name, min, max, default: initial }) => {
      const value = given.find((parameter) => parameter.name === name)?.value;
      return [name, Number.isFinite(value) ? Math.min(max, Math.max(min, value as number)) : initial];
    }),
  ) as Values<Name>;
