/** A meeting on the devices of several people: corrections of one segment, and a participant who leaves the company. */
import { expect, it } from 'vitest';
import { memberCalls } from '../../server/organization/members/contract';
import type { Meeting } from '../../sync/model/kinds/meetings';
import { demoDevices, type DemoDevice } from '../support/demo-devices';
import { synced, until } from '../support/engine-device';

const deviceOf = demoDevices(['people', 'projects', 'meetings', 'transcripts', 'noteContents']);

/** A recorded meeting of the demo: of the whole project, with a transcript and linked participants. */
async function planning({ api }: DemoDevice): Promise<Meeting> {
  const found = await until(api, { kind: 'find', collection: 'meetings', selector: {} }, (meetings) =>
    meetings.some(({ title }) => title === 'Launch planning, week 13'),
  );
  return found.find(({ title }) => title === 'Launch planning, week 13')!;
}

it('two people who correct one segment without a connection have one text, and both are in its history', async () => {
  const [emma, jihoon] = [await deviceOf('emma'), await deviceOf('jihoon')];
  const { id } = await planning(emma);
  const query = { kind: 'one', collection: 'transcripts', id } as const;
  const { segments } = (await until(emma.api, query, (transcript) => transcript !== null))!;
  await until(jihoon.api, query, (transcript) => transcript !== null);
  for (const [turn, order] of [
    [emma, jihoon],
    [jihoon, emma],
  ].entries()) {
    const segmentId = segments[turn]!.id;
    for (const device of order) await device.offline();
    await emma.api.run('transcript.correct', { meetingId: id, segmentId, text: `Of Emma ${turn}.` });
    await jihoon.api.run('transcript.correct', { meetingId: id, segmentId, text: `Of Jihoon ${turn}.` });
    for (const device of order) await device.online();
    await synced(order[0]!.api);
    const texts: string[] = [];
    for (const { api } of order) {
      const transcript = (await until(
        api,
        query,
        (now) => now?.corrections?.filter(({ segmentIds }) => segmentIds.includes(segmentId)).length === 2,
      ))!;
      const corrections = transcript.corrections!.filter(({ segmentIds }) => segmentIds.includes(segmentId));
      expect(new Set(corrections.map(({ userId, after }) => `${userId}: ${after}`))).toEqual(
        new Set([`${emma.userId}: Of Emma ${turn}.`, `${jihoon.userId}: Of Jihoon ${turn}.`]),
      );
      const segment = transcript.segments.find((each) => each.id === segmentId)!;
      expect(segment.original).toBe(segments[turn]!.text);
      texts.push(segment.text);
      await until(api, { kind: 'status' }, (status) => status.rejected === 0);
    }
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toMatch(/^Of (Emma|Jihoon)/);
  }
});

it('a participant who was removed from the organization stays in the meeting, which can still be edited', async () => {
  const [emma, misaki] = [await deviceOf('emma'), await deviceOf('misaki')];
  const { id, participants } = await planning(emma);
  const gone = participants.find(({ userId }) => userId && userId !== emma.userId)!;
  const other = participants.find(({ userId }) => userId === emma.userId)!;
  await emma.call(memberCalls.remove, { userId: gone.userId, companyId: emma.companyId });
  await until(emma.api, { kind: 'one', collection: 'people', id: gone.userId }, (person) => !person?.active);

  await emma.api.run('meeting.renameSpeaker', { id, participantId: other.id, name: 'The host' });
  await emma.api.run('meeting.renameSpeaker', { id, participantId: gone.id, name: 'The designer' });
  await synced(emma.api);
  await until(emma.api, { kind: 'status' }, (status) => status.rejected === 0);
  const meeting = await until(misaki.api, { kind: 'one', collection: 'meetings', id }, (now) =>
    Boolean(now?.participants.some(({ name }) => name === 'The designer')),
  );
  expect(meeting!.participants).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: other.id, name: 'The host' }),
      expect.objectContaining({ id: gone.id, name: 'The designer', userId: gone.userId }),
    ]),
  );
  const transcript = await until(misaki.api, { kind: 'one', collection: 'transcripts', id }, (now) => now !== null);
  expect(transcript!.segments.some(({ participantId }) => participantId === gone.id)).toBe(true);
});
