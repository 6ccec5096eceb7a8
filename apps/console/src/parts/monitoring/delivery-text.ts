const STATES: Readonly<Record<string, string>> = {
  SUCCESS: '',
  PARTIAL: 'Sent in part: ',
  FAILURE: 'Not sent: ',
  DEFERRED: 'Deferred: ',
};

/** Display text for an attempt of a notification: `SUCCESS: sent to [a@x.test]` becomes `Sent to a@x.test`. Pure. */
export function deliveryText(text: string): string {
  return text
    .replace(
      /(^|: )(SUCCESS|PARTIAL|FAILURE|DEFERRED): /,
      (_all, before: string, state: string) => before + STATES[state]!,
    )
    .replace(/sent to \[([^\]]*)\]/, 'Sent to $1');
}
