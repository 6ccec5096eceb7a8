import type { WaiverRecord } from '@wardstone/client/compliance';

export interface WaiverEvent {
  what: 'requested' | 'approved' | 'rejected' | 'withdrawn' | 'expired' | 'expires' | 'due';
  at: string;
  by: string | null;
}

/** Events of a waiver in order of time, including a future expiry. Pure. */
export function listWaiverEvents(waiver: WaiverRecord): readonly WaiverEvent[] {
  const { state, expires_at, requested_at, requested_by, decided_at, decided_by, withdrawn_at, withdrawn_by } = waiver;
  const events: WaiverEvent[] = [{ what: 'requested', at: requested_at, by: requested_by }];
  if (decided_at !== null) {
    // A withdrawn one had been approved, because a rejected one has already ended.
    events.push({ what: state === 'rejected' ? 'rejected' : 'approved', at: decided_at, by: decided_by });
  }
  if (withdrawn_at !== null) events.push({ what: 'withdrawn', at: withdrawn_at, by: withdrawn_by });
  if (state === 'expired') events.push({ what: 'expired', at: expires_at, by: null });
  if (state === 'planned' || state === 'overdue') events.push({ what: 'due', at: expires_at, by: null });
  if (state === 'approved' || state === 'requested') events.push({ what: 'expires', at: expires_at, by: null });
  return events;
}
