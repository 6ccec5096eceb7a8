import { cleanup, render, screen } from '@testing-library/react';
import { DifferenceLines } from './file-changes';

describe('what changed in a file', () => {
  afterEach(cleanup);

  it('is marked by line, with its markup shown as text', () => {
    render(<DifferenceLines difference={'@@ -1,2 +1,2 @@\n same\n-<b>old</b>\n+<img src=x onerror=alert(1)>\n'} />);
    const lines = screen.getByRole('region', { name: 'Changed lines' });

    expect([...lines.children].map(({ className, textContent }) => [className, textContent])).toEqual([
      ['place', '@@ -1,2 +1,2 @@\n'],
      ['', ' same\n'],
      ['removed', '-<b>old</b>\n'],
      ['added', '+<img src=x onerror=alert(1)>\n'],
    ]);
    expect(lines.querySelector('img, b')).toBeNull();
  });
});
