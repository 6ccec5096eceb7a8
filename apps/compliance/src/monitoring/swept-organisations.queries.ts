import { Queries } from '@wardstone/database';

/** Reads across organisations. */
export class SweptOrganisationsQueries extends Queries {
  /** Organisations last swept before a time, longest ago first. */
  async listOrganisations(sweptBefore: Date, limit: number): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      'SELECT o.id FROM swept_organisation o WHERE o.swept_at <= $1 ORDER BY o.swept_at, o.id LIMIT $2',
      [sweptBefore, limit],
    );
    return rows.map(({ id }) => id);
  }
}
