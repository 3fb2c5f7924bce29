/** Meetings, participants, and generated documents. */
import type { FuzzDevice } from '../fuzz-device';
import type { Act, Hands } from '../act-as-person';

type Make = (hands: Hands, device: FuzzDevice) => Promise<Act | null>;

const meetingNew: Make = async (hands, device) => {
  const project = await hands.any(device, 'projects', 'addMeeting');
  const title = hands.word();
  const id = `m${title}${hands.companyId}`;
  const projectId = project && hands.choices.chance(0.7) ? project.id : '';
  return {
    says: `makes meetings/${id} in ${projectId || 'no project'}`,
    run: () =>
      hands.edited(device, 'meetings', { id }, 'title', title, () =>
        device.api.run('meeting.create', { projectId, title, type: 'record', language: 'en', id }),
      ),
  };
};

const meetingRename: Make = async (hands, device) => {
  const meeting = await hands.any(device, 'meetings', 'update');
  if (!meeting) return null;
  const title = hands.word();
  return {
    says: `names meetings/${meeting.id} ${title}, was ${meeting.title}`,
    run: () =>
      hands.edited(device, 'meetings', meeting, 'title', title, () =>
        device.api.run('meeting.update', { id: meeting.id, title }),
      ),
  };
};

const meetingMove: Make = async (hands, device) => {
  const meeting = await hands.any(device, 'meetings', 'move');
  if (!meeting) return null;
  const projectId = (await hands.any(device, 'projects', 'addMeeting'))?.id ?? '';
  return {
    says: `moves meetings/${meeting.id} to ${projectId || 'no project'}`,
    run: () =>
      hands.edited(device, 'meetings', meeting, 'projectId', projectId, () =>
        device.api.run('meeting.update', { id: meeting.id, projectId }),
      ),
  };
};

const meetingDelete: Make = async (hands, device) => {
  const meeting = await hands.any(device, 'meetings', 'delete');
  return hands.remove(device, 'meetings', meeting, () => device.api.run('meeting.delete', { id: meeting!.id }));
};

const participantAdd: Make = async (hands, device) => {
  const meeting = await hands.any(device, 'meetings', 'update');
  if (!meeting) return null;
  const name = hands.word();
  return {
    says: `adds ${name} to meetings/${meeting.id}`,
    run: async () => {
      const life = device.lives;
      const { participantId } = await device.api.run('meeting.addParticipant', { id: meeting.id, name });
      hands.oracle.edit({
        device: device.name,
        collection: 'meetings',
        id: meeting.id,
        field: `participants.${participantId}.name`,
        value: name,
        before: undefined,
      }).done = device.lives === life;
    },
  };
};

const participantRename: Make = async (hands, device) => {
  const meeting = await hands.any(device, 'meetings', 'update');
  const participant = meeting && meeting.participants.length > 0 ? hands.choices.pick(meeting.participants) : undefined;
  if (!meeting || !participant) return null;
  const name = hands.word();
  return {
    says: `calls ${participant.name} of meetings/${meeting.id} ${name}`,
    run: () =>
      hands.edited(device, 'meetings', meeting, `participants.${participant.id}.name`, name, () =>
        device.api.run('meeting.renameSpeaker', { id: meeting.id, participantId: participant.id, name }),
      ),
  };
};

const participantRemove: Make = async (hands, device) => {
  const meeting = await hands.any(device, 'meetings', 'update');
  const participant = meeting && meeting.participants.length > 1 ? hands.choices.pick(meeting.participants) : undefined;
  if (!meeting || !participant) return null;
  return {
    says: `removes ${participant.name} from meetings/${meeting.id}`,
    run: () =>
      hands.edited(device, 'meetings', meeting, `participants.${participant.id}`, undefined, () =>
        device.api.run('meeting.removeParticipant', { id: meeting.id, participantId: participant.id }),
      ),
  };
};

const segmentCorrect: Make = async (hands, device) => {
  const transcript = await hands.any(device, 'transcripts', 'update');
  const segment = transcript && transcript.segments.length > 0 ? hands.choices.pick(transcript.segments) : undefined;
  if (!transcript || !segment) return null;
  const text = hands.word();
  return {
    says: `corrects ${segment.id} of transcripts/${transcript.id} to ${text}, was ${segment.text}`,
    run: () =>
      hands.edited(device, 'transcripts', transcript, `segments.${segment.id}.text`, text, () =>
        device.api.run('transcript.correct', { meetingId: transcript.id, segmentId: segment.id, text }),
      ),
  };
};

const summaryEdit: Make = async (hands, device) =>
  hands.set(device, 'summaries', await hands.any(device, 'summaries', 'update'), 'content', hands.word());

export const meetingActs = {
  meetingNew,
  meetingRename,
  meetingMove,
  meetingDelete,
  participantAdd,
  participantRename,
  participantRemove,
};
export const transcriptActs = { segmentCorrect };
export const summaryActs = { summaryEdit };
