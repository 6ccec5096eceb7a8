import { Queries } from '@wardstone/database';

export class GuideDocumentsQueries extends Queries {
  async find(sha256: string): Promise<Buffer | undefined> {
    const row = await this.db.first<{ gzip: Buffer }>(
      'SELECT d.gzip FROM guide_document d JOIN security_guide g ON g.id = d.security_guide_id WHERE d.sha256 = $1 LIMIT 1',
      [sha256],
    );
    return row?.gzip;
  }
}
