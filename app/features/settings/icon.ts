export { Settings as settings, HardDrive as storage } from 'lucide-react';
