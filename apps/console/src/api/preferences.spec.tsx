import { followTheme, theme } from './preferences';

describe('the dark theme', () => {
  const { classList, style } = document.documentElement;
  const isDark = (): boolean => classList.contains('pf-v6-theme-dark');

  beforeAll(() => {
    window.matchMedia = () => ({ matches: true, addEventListener: () => undefined }) as unknown as MediaQueryList;
    followTheme();
  });

  it('follows the system until a theme is chosen', () => {
    expect(isDark()).toBe(true);
    theme.choose('light');
    expect(isDark()).toBe(false);
    theme.choose('dark');
    expect(isDark()).toBe(true);
  });

  it('is not printed', () => {
    window.dispatchEvent(new Event('beforeprint'));
    expect([isDark(), style.colorScheme]).toEqual([false, 'light']);
    window.dispatchEvent(new Event('afterprint'));
    expect([isDark(), style.colorScheme]).toEqual([true, 'dark']);
  });
});
