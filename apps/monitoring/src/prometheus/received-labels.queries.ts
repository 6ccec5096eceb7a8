import { parameters, Queries } from '@wardstone/database';
import type { Viewer } from '../authorization/viewer';
import type { Bind } from '../authorization/visible.sql';
import { selectVisibleReceived } from './prometheus-labels.sql';

/** Received series with their original labels. */
export class ReceivedLabelQueries extends Queries {
  listNames(viewer: Viewer): Promise<string[]> {
    return this.listTexts(viewer, () => 's.name');
  }

  listLabels(viewer: Viewer): Promise<string[]> {
    return this.listTexts(viewer, () => 'jsonb_object_keys(s.labels)');
  }

  /** Values of the label in received series. */
  async listValues(label: string, viewer: Viewer): Promise<string[]> {
    const values = await this.listTexts(viewer, (bind) => `s.labels ->> ${bind(label)}`);
    return values.filter((value) => value !== null);
  }

  /** Metadata by family. */
  listMetadata(families: readonly string[]): Promise<{ name: string; kind: string; help: string; unit: string }[]> {
    return this.db.query(
      `SELECT m.name, m.kind, m.help, m.unit FROM received_metric m WHERE m.name = ANY ($1::text[]) ORDER BY m.name`,
      [families],
    );
  }

  private async listTexts(viewer: Viewer, column: (bind: Bind) => string): Promise<string[]> {
    const { params, bind } = parameters();
    const rows = await this.db.query<{ text: string }>(
      `SELECT DISTINCT ${column(bind)} AS text FROM ${selectVisibleReceived(viewer, bind)} AND c.is_enabled`,
      params,
    );
    return rows.map(({ text }) => text);
  }
}
