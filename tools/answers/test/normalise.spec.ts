import { Normaliser } from '../normalise';

describe('the recorded form of a response', () => {
  it('names an id after the response that showed it first, wherever it appears again', () => {
    const normaliser = new Normaliser();

    expect(normaliser.text('{"id":10007,"parentId":10001}', 'list')).toBe('{"id":<id list 1>,"parentId":<id list 2>}');
    expect(normaliser.text('/rest/resource/10001.html', 'page')).toBe('/rest/resource/<id list 2>.html');
  });

  it('is the same for two runs at other times, on other ports, with other ids', () => {
    const response = (port: number, id: string, ms: number): string =>
      JSON.stringify({ href: `http://localhost:${port}/systems/${id}`, time: ms, at: new Date(ms).toISOString() });
    const first = response(10_020, '6f1c4c0e-7f3a-4a53-9c2e-0d8f3f1e2a11', Date.UTC(2026, 0, 1));
    const second = response(31_004, 'b0a7c1de-1111-4222-8333-444455556666', Date.UTC(2026, 5, 7, 12, 30));

    expect(new Normaliser().text(first, 'system')).toBe(new Normaliser().text(second, 'system'));
  });

  it('keeps numbers that are not ids', () => {
    const text = '{"value":0.10234,"interval":600000,"limit":10000000,"threshold":12345.5}';

    expect(new Normaliser().text(text, 'schedule')).toBe(text);
  });

  it('distinguishes equal ETags from others', () => {
    const normaliser = new Normaliser();
    const etag = (value: string, key: string) => normaliser.headers({ etag: value }, key)['etag'];

    const [one, same, other] = [etag('"a"', 'first'), etag('"a"', 'second'), etag('"b"', 'third')];

    expect(same).toBe(one);
    expect(other).not.toBe(one);
  });
});
