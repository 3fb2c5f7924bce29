export { Inbox as outbox } from 'lucide-react';
