import { BASE, useCompliance } from '../../test/use-compliance';
import { givenGuide, type GuideSeed } from '../../test/builders';
import { givenValue, type ValueSeed } from '../../test/content.builders';

const UNKNOWN = '11111111-2222-4333-8444-555555555555';
const { db, api } = useCompliance();
let guide: GuideSeed;
let timeout: ValueSeed;

const VALUES = () => `${BASE}/security_guides/${guide.id}/value_definitions`;

beforeAll(async () => {
  guide = await givenGuide(db);
  const of = { security_guide_id: guide.id };
  timeout = await givenValue(db, { ...of, title: 'Timeout', value_type: 'number', default_value: '300' });
  await givenValue(db, { ...of, title: 'Banner', ref_id: 'xccdf_value_banner', default_value: null });
  await givenValue(db, { ...of, title: 'banner' });
  await givenValue(db, { security_guide_id: (await givenGuide(db)).id, title: 'of another guide' });
});

describe('GET /security_guides/{security_guide_id}/value_definitions', () => {
  it.each([
    ['', ['Timeout', 'Banner', 'banner']],
    ['sort_by=title', ['Banner', 'Timeout', 'banner']],
    ['sort_by=title:desc', ['banner', 'Timeout', 'Banner']],
    ['filter=title%3DBanner', ['Banner']],
    ['filter=title+~+bann*', ['Banner', 'banner']],
    ['filter=ref_id%3Dxccdf_value_banner', ['Banner']],
    ['filter=ref_id+!~+xccdf_value', ['Timeout', 'banner']],
  ])('responds to %j', async (query, titles) => {
    const { body } = await api.get(`${VALUES()}?${query}`).expect(200);

    expect(body.data.map(({ title }: { title: string }) => title)).toEqual(titles);
    expect(body.meta.total).toBe(titles.length);
  });

  it.each([
    ['sort_by=ref_id', `Result cannot be sorted by the 'ref_id' column.`],
    ['filter=value_type%3Dnumber', `Invalid parameter: Field 'value_type' not recognized for searching!`],
    ['filter=has+title', `Invalid parameter: the operator 'notnull' is not supported for field 'title'`],
  ])('refuses %j', async (query, text) => {
    expect((await api.get(`${VALUES()}?${query}`).expect(422)).body).toEqual({ errors: [text] });
  });

  it('returns 404 for an unknown guide', async () => {
    const { body } = await api.get(`${BASE}/security_guides/${UNKNOWN}/value_definitions`).expect(404);

    expect(body).toEqual({ errors: [`V2::SecurityGuide not found with ID ${UNKNOWN}`] });
  });
});

describe('GET /security_guides/{security_guide_id}/value_definitions/{value_definition_id}', () => {
  it('returns the record in the order of the specification', async () => {
    const { text } = await api.get(`${VALUES()}/${timeout.id}`).expect(200);

    expect(text).toBe(
      `{"data":{"id":"${timeout.id}","ref_id":"${timeout.ref_id}","title":"Timeout","description":"What it is for",` +
        `"value_type":"number","default_value":"300","type":"value_definition"}}`,
    );
  });

  it.each([UNKNOWN, 'xccdf_value_banner'])('returns 404 for %s: nothing but the id names a value', async (id) => {
    expect((await api.get(`${VALUES()}/${id}`).expect(404)).body).toEqual({
      errors: [`V2::ValueDefinition not found with ID ${id}`],
    });
  });
});
