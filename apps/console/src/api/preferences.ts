import { useSyncExternalStore } from 'react';

/** A setting of the user that this browser stores. */
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

/** Browsers may deny access to their storage. */
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
    // Then it lasts until the page is left.
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

/** Applies the chosen theme, now and after each change. Paper is light: browsers print no dark backgrounds. */
export function followTheme(): void {
  const show = (dark: boolean): void => {
    document.documentElement.classList.toggle(DARK_CLASS, dark);
    document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
  };
  const apply = (): void => show(isDark());
  apply();
  window.addEventListener('beforeprint', () => show(false));
  window.addEventListener('afterprint', apply);
  theme.subscribe(apply);
  window.matchMedia(DARK_SYSTEM).addEventListener('change', apply);
}

/** Whether the page uses the dark theme. */
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
