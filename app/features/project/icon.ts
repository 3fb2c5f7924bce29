export { Folder as projects } from 'lucide-react';
