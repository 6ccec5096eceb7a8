import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { column, DataTable } from '../list';

describe('a table', () => {
  afterEach(cleanup);

  it.each([
    [5, 'pf-m-grid-md'],
    [6, 'pf-m-grid-lg'],
  ])('of %d columns has blocks for rows from %s downwards', (count, expected) => {
    const columns = Array.from({ length: count }, (_column, at) => column(`c${at}`, `C${at}`, () => 'x'));
    render(
      <MemoryRouter>
        <DataTable label="Things" rows={[1]} keyOf={String} columns={columns} />
      </MemoryRouter>,
    );
    expect(screen.getByRole('grid', { name: 'Things' }).className).toContain(expected);
  });
});
