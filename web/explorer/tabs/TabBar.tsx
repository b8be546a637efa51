import { titleOf } from '../document/titleOf.ts';
import type { TabActions } from './useTabs.ts';

/** Renders the open operations as buttons, with buttons to close them and to open an empty one. */
export const TabBar = ({ tabs, active, open, activate, close }: TabActions) => (
  <nav className="tab-bar" aria-label="Open operations">
    <ul>
      {tabs.map((tab) => {
        const { id } = tab;
        const title = titleOf(tab);
        const isActive = id === active.id;
        return (
          <li key={id} className={isActive ? 'active' : undefined}>
            <button type="button" aria-current={isActive} onClick={() => activate(id)}>
              {title}
            </button>
            <button type="button" className="icon" aria-label={`Close ${title}`} onClick={() => close(id)}>
              ×
            </button>
          </li>
        );
      })}
    </ul>
    <button type="button" className="icon" aria-label="New operation" onClick={() => open()}>
      +
    </button>
  </nav>
);
