import './styles/explorer.css';
import './styles/panels.css';
import './styles/response.css';
import './styles/schema.css';
import { createRoot } from 'react-dom/client';
import { setTheme, storedTheme } from '../lib/theme.ts';
import { Explorer } from './Explorer.tsx';

setTheme(storedTheme());
createRoot(document.getElementById('explorer') as HTMLElement).render(<Explorer />);
