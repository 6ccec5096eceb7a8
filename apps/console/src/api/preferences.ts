import { useSyncExternalStore } from 'react';

/** A choice of the viewer that this browser remembers. */
export interface Preference<T extends string> {
  read: () => T;
  choose: (value: T) => void;
  subscribe: (listener: () => void) => () => void;
}

function preference<T extends string>(name: string, values: readonly [T, ...T[]]): Preference<T> {
  const key = `wardstone.${name}`;
  const listeners = new Set<() => void>();
  const stored = remembered(key);
  let current = values.find((value) => value === stored) ?? values[0];
  return {
    read: () => current,
    choose: (value) => {
      current = value;
      remember(key, value);
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A browser may keep its storage from pages. */
function remembered(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Holds until the page is left, then.
  }
}

export type Theme = 'system' | 'light' | 'dark';
export type TimeZone = 'local' | 'utc';

export const theme = preference<Theme>('theme', ['system', 'light', 'dark']);
export const timeZone = preference<TimeZone>('time-zone', ['local', 'utc']);

export function usePreference<T extends string>(wanted: Preference<T>): T {
  return useSyncExternalStore(wanted.subscribe, wanted.read);
}

const DARK_SYSTEM = '(prefers-color-scheme: dark)';
const DARK_CLASS = 'pf-v6-theme-dark';

const isDark = (): boolean =>
  theme.read() === 'dark' || (theme.read() === 'system' && window.matchMedia(DARK_SYSTEM).matches);

/** Shows the page in the theme that was chosen, now and after each change. */
export function followTheme(): void {
  const apply = (): void => {
    document.documentElement.classList.toggle(DARK_CLASS, isDark());
    document.documentElement.style.colorScheme = isDark() ? 'dark' : 'light';
  };
  apply();
  theme.subscribe(apply);
  window.matchMedia(DARK_SYSTEM).addEventListener('change', apply);
}

/** Whether the page is dark now. */
export function useIsDark(): boolean {
  return useSyncExternalStore((listener) => {
    const system = window.matchMedia(DARK_SYSTEM);
    system.addEventListener('change', listener);
    const forget = theme.subscribe(listener);
    return () => {
      system.removeEventListener('change', listener);
      forget();
    };
  }, isDark);
}
