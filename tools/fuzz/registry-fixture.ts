import type { Caller } from '../requests/caller';
import type { KnownIds } from '../requests/known-ids';

const CUSTOM = { description: 'Made to be asked for.', causes: ['A test.'], resolution: ['None.'], status: 418 };

export async function renewErrorRegistry(caller: Caller, known: KnownIds): Promise<void> {
  await caller.tried('PUT', '/api/v1/error/custom_fuzz', CUSTOM);
  known.set('type', ['custom_fuzz', 'not_found']);
  known.set('lang', ['de', 'fr']);
  known.set('error_type', ['custom_fuzz', 'not_found']);
}
