/** Services whose use is counted, by their codes (specification: organization 3). */
export const SERVICES = [
  'project.analysis',
  'agent.retrieve',
  'livepage.generate',
  'websearch.call',
  'ppt.conversion',
  'deepresearch.call',
  'file.parse',
  'meeting.transcription',
] as const;
export type Service = (typeof SERVICES)[number];
export const isService = (code: string): code is Service => (SERVICES as readonly string[]).includes(code);

/** How often a service may be used in a day (UTC). null: no limit. */
export interface ServiceLimit {
  perDay: number | null;
  personPerDay: number | null;
}
export type ServiceLimits = Partial<Record<Service, ServiceLimit>>;
