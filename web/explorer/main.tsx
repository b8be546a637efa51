import './styles/explorer.css';
import './styles/panels.css';
import './styles/response.css';
import './styles/schema.css';
import { createRoot } from 'react-dom/client';
import { keepTranslatedTexts } from '../lib/keepTranslatedTexts.ts';
import { followStoredTheme, showTheme, THEME_COLORS, THEME_KEY } from '../lib/theme.ts';
import { Explorer } from './Explorer.tsx';

followStoredTheme(THEME_KEY, THEME_COLORS, showTheme);
keepTranslatedTexts();
createRoot(document.getElementById('explorer') as HTMLElement).render(<Explorer />);
