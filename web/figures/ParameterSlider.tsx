import { useId } from 'react';
import { formatValue, type Parameter } from './definitions/definition.ts';
import styles from './InteractiveFigure.module.css';

interface ParameterSliderProps {
  parameter: Parameter;
  value: number;
  /** The slider has no effect before hydration. */
  isDisabled: boolean;
  onChange: (value: number) => void;
}

/** Renders the slider of a parameter with its label and value. */
export const ParameterSlider = ({ parameter, value, isDisabled, onChange }: ParameterSliderProps) => {
  const { label, min, max, step } = parameter;
  const text = formatValue(parameter, value);
  const id = useId();
  return (
    <div className={styles.parameter}>
      <label htmlFor={id}>{label}</label>
      {/* Screen readers read the value text of the slider. */}
      <span aria-hidden="true" className={styles.value}>
        {text}
      </span>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={text}
        disabled={isDisabled}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
    </div>
  );
};
