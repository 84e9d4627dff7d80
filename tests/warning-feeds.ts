/** Official warnings as their senders write them. */

/** A CAP message; times are ISO 8601. */
export type Alert = {
  id: string;
  sent?: string;
  type?: string;
  status?: string;
  scope?: string;
  references?: string;
  severity?: string;
  headline?: string;
  instruction?: string;
  onset?: string;
  expires?: string | null;
  area?: string;
  code?: string;
  polygon?: string;
  web?: string;
};

/** The message as a CAP 1.2 document. */
export function capOf({
  id,
  sent = '2026-11-20T16:00:00-05:00',
  type = 'Alert',
  status = 'Actual',
  scope = 'Public',
  references,
  severity = 'Severe',
  headline = 'Winter Storm Warning until Saturday 1 AM',
  instruction = 'Stay off the roads. Keep a flashlight ready.',
  onset = '2026-11-20T16:30:00-05:00',
  expires = '2026-11-21T01:00:00-05:00',
  area = 'Washington, VT; Orange, VT',
  code = 'VTC023',
  polygon = '44.1,-72.6 44.2,-72.5 44.1,-72.4 44.1,-72.6',
  web = 'https://weather.example/storm',
}: Alert): string {
  return `<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2">
  <identifier>${id}</identifier><sender>weather@weather.example</sender><sent>${sent}</sent>
  <status>${status}</status><msgType>${type}</msgType><scope>${scope}</scope>
  ${references === undefined ? '' : `<references>${references}</references>`}
  <info><language>fr-CA</language><event>Tempête</event><severity>${severity}</severity><headline>Tempête</headline></info>
  <info><language>en-US</language><category>Met</category><event>Winter Storm Warning</event>
    <urgency>Expected</urgency><severity>${severity}</severity><certainty>Likely</certainty>
    <onset>${onset}</onset>${expires === null ? '' : `<expires>${expires}</expires>`}
    <headline>${headline}</headline><description>Heavy snow.</description>
    <instruction>${instruction}</instruction><web>${web}</web>
    <area><areaDesc>${area}</areaDesc><polygon>${polygon}</polygon>
      <geocode><valueName>UGC</valueName><value>${code}</value></geocode></area></info></alert>`;
}

/** What an update or a cancellation refers to. */
export const referenceTo = (id: string) => `weather@weather.example,${id},2026-11-20T16:00:00-05:00`;

/** An Atom feed with whole messages. */
export function capFeedOf(...alerts: Alert[]): string {
  const entries = alerts.map(
    (
      alert,
    ) => `<entry><id>urn:${alert.id}</id><title>${alert.id}</title><updated>2026-11-20T21:00:00Z</updated>
    <content type="text/xml">${capOf(alert)}</content></entry>`,
  );
  return `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><id>w</id><title>Weather Service</title>
    <updated>2026-11-20T21:00:00Z</updated>${entries.join('')}</feed>`;
}

/** An entry of the feed of the US National Weather Service, which has no references but counts its events (VTEC). */
export function weatherServiceEntry(id: string, action: string, severity = 'Severe'): string {
  return `<entry><id>https://api.weather.example/alerts/${id}</id><updated>2026-11-20T16:00:00-05:00</updated>
    <title>Winter Storm Warning issued November 20 by NWS Burlington VT</title><link href="/alerts/${id}.cap"/>
    <summary>Heavy snow expected.</summary><cap:event>Winter Storm Warning</cap:event>
    <cap:sent>2026-11-20T16:00:00-05:00</cap:sent><cap:effective>2026-11-20T16:00:00-05:00</cap:effective>
    <cap:expires>2026-11-21T01:00:00-05:00</cap:expires><cap:status>Actual</cap:status>
    <cap:msgType>Alert</cap:msgType><cap:severity>${severity}</cap:severity><cap:certainty>Likely</cap:certainty>
    <cap:areaDesc>Washington, VT; Orange, VT</cap:areaDesc><cap:polygon></cap:polygon>
    <cap:geocode><valueName>UGC</valueName><value>VTZ006 VTZ008</value></cap:geocode>
    <cap:parameter><valueName>VTEC</valueName>
      <value>/O.${action}.KBTV.WS.W.0007.000000T0000Z-261121T0600Z/</value></cap:parameter></entry>`;
}

export function weatherServiceFeed(...entries: string[]): string {
  return `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:cap="urn:oasis:names:tc:emergency:cap:1.2">
    <id>https://api.weather.example/alerts/active.atom?area=VT</id><title>Current watches, warnings, and advisories for Vermont</title>
    <updated>2026-11-20T21:00:00Z</updated>${entries.join('')}</feed>`;
}
