import type { SubscriptionEvent } from '../execution/subscribe.ts';

interface EventLogProps {
  readonly events: readonly SubscriptionEvent[];
  readonly isOpen: boolean;
  stop(): void;
}

const NAMES: Readonly<Record<SubscriptionEvent['kind'], string>> = {
  connected: 'Connected',
  next: 'Event',
  error: 'Error',
  complete: 'Completed by the server',
  stopped: 'Stopped',
};

const timeFormat = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
});

/** Renders the events of a subscription with their times, the newest first. */
export const EventLog = ({ events, isOpen, stop }: EventLogProps) => (
  <div className="event-log">
    <div className="state">
      <span role="status">{isOpen ? 'Subscribed' : 'Closed'}</span>
      <span className="count">{events.filter(({ kind }) => kind === 'next').length} events</span>
      {isOpen && (
        <button type="button" onClick={stop}>
          Stop
        </button>
      )}
    </div>
    {/* A list that scrolls takes the focus. */}
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it can be scrolled by keyboard */}
    <ol tabIndex={0} aria-label="Events">
      {events.toReversed().map(({ kind, time, text }, index) => (
        <li key={events.length - index} className={kind}>
          <time dateTime={new Date(time).toISOString()}>{timeFormat.format(time)}</time> <b>{NAMES[kind]}</b>
          {text && <pre>{text}</pre>}
        </li>
      ))}
    </ol>
  </div>
);
