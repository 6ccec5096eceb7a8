import { render } from '@testing-library/react';
import { LongName } from '../long-name';

describe('a long name', () => {
  it.each([
    ['web-1', ['web-1']],
    ['Load is high on the first host of the fleet', ['Load is high on the first host of the fleet']],
    ['node-0001.rack-12.example.com', ['node-', '0001.', 'rack-', '12.', 'example.', 'com']],
    ['😀'.repeat(30), ['😀'.repeat(12), '😀'.repeat(12), '😀'.repeat(6)]],
  ])('may break at separators, never within a character: %s', (text, parts) => {
    const { container } = render(<LongName text={text} />);
    expect(container.textContent).toBe(text);
    expect(container.innerHTML.split('<wbr>')).toEqual(parts);
  });
});
