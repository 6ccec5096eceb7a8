import { loadConfig } from '@wardstone/config';
import { MonitoringConfig } from '../../monitoring.config';
import { TextGateways } from './text-gateway';

const FORM = 'application/x-www-form-urlencoded';
const HOSTILE = 'x","to":"+1900","y":"{to}&To=+1900\r\nX-Evil: 1</Say><Dial>+1900</Dial><Say>\u0000';

function gateways(over: Record<string, string>): TextGateways {
  const set = { DATABASE_URL: 'postgres://localhost/a', PUBLIC_BASE_URL: 'https://mon.example.test', ...over };
  return new TextGateways(loadConfig(MonitoringConfig, set));
}

/** See rule alerts-58. */
describe('gateways for text messages and voice calls', () => {
  it('put the number and any text into a JSON document', () => {
    const SMS_GATEWAY_BODY = '{"messages":[{"to":["{to}"],"content":"Alert: {text}","from":"Ops"}]}';
    const { body } = gateways({ SMS_GATEWAY_URL: 'https://sms.example.test', SMS_GATEWAY_BODY }).compose(
      ...(['SMS', '+49 (151) 23-456', HOSTILE] as const),
    )!;
    expect(JSON.parse(body)).toEqual({
      messages: [
        {
          to: ['+4915123456'],
          content: expect.stringMatching(/^Alert: x","to":"\+1900","y":"\{to\}&To=/),
          from: 'Ops',
        },
      ],
    });
    expect(body).not.toMatch(/[\r\n]|\\u0000/);
  });

  it('put the number and any text into a form', () => {
    const SMS_GATEWAY_BODY = 'To={to}&From=%2B15550100&Body={text}';
    const set = { SMS_GATEWAY_URL: 'https://sms.example.test', SMS_GATEWAY_TYPE: FORM, SMS_GATEWAY_BODY };
    const { body, headers } = gateways({ ...set, SMS_GATEWAY_AUTHORIZATION: 'Basic abc' }).compose(
      'SMS',
      '+49151',
      HOSTILE,
    )!;
    const fields = [...new URLSearchParams(body)];
    expect(fields.map(([name]) => name)).toEqual(['To', 'From', 'Body']);
    expect(fields.slice(0, 2)).toEqual([
      ['To', '+49151'],
      ['From', '+15550100'],
    ]);
    expect(headers).toEqual({ 'Content-Type': FORM, Authorization: 'Basic abc' });
  });

  it('escape everything that a call document would interpret', () => {
    const VOICE_GATEWAY_BODY = 'To={to}&Twiml=<Response><Say>{text}</Say></Response>';
    const set = { VOICE_GATEWAY_URL: 'https://voice.example.test', VOICE_GATEWAY_TYPE: FORM, VOICE_GATEWAY_BODY };
    const { body } = gateways(set).compose('VOICE', '+49151', HOSTILE)!;
    const document = new URLSearchParams(body).get('Twiml')!;
    expect(document.match(/<[^>]*>/g)).toEqual(['<Response>', '<Say>', '</Say>', '</Response>']);
    expect(document).not.toContain('&');
  });

  it.each<[string, Record<string, string>]>([
    ['no place for the text', { SMS_GATEWAY_BODY: '{"to":"{to}"}' }],
    ['a place without quotes', { SMS_GATEWAY_BODY: '{"to":"{to}","text":{text}}' }],
    ['no JSON', { SMS_GATEWAY_BODY: 'to={to}&text={text}' }],
  ])('refuse to start with %s', (_what, over) => {
    expect(() => gateways({ SMS_GATEWAY_URL: 'https://sms.example.test', ...over })).toThrow('SMS_GATEWAY_BODY');
  });

  it('explain why they deliver nothing without an address', () => {
    expect(gateways({}).findProblem('VOICE')).toBe('no gateway is set (VOICE_GATEWAY_URL)');
    expect(gateways({}).compose('SMS', '+49151', 'a')).toBeUndefined();
  });
});
