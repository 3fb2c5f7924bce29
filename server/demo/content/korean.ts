import type { DemoProject } from '../../shared/demo-content';

export const popUpStore: DemoProject = {
  owner: 'jihoon',
  title: '성수동 팝업 스토어',
  description: '5월 한 달 동안 성수동에서 여는 체험형 매장이에요. 고객이 직접 빛을 바꿔 보고 예약까지 할 수 있게 해요.',
  instructions: '고객에게 보이는 글은 해요체로 써 주세요. 금액은 부가세 포함으로 적어요.',
  contributors: ['emma'],
  share: { range: 'customize', departments: ['sales'], people: ['misaki'] },
  notes: [
    {
      by: 'jihoon',
      daysAgo: 15,
      title: '팝업 스토어 기획안',
      markdown: `# 왜 하나요?

온라인으로는 빛의 차이를 느끼기 어려워요. 지난 분기에 상담까지 왔다가 떠난 고객 중 절반이 "직접 보고 싶다"고 답했어요.

## 목표

- 방문객 4,000명, 상담 예약 250건
- 조명 플래너 앱 신규 가입 600건
- 행사 후 3개월 안에 매출 1억 2천만 원

## 공간 구성

1. **어두운 방**: 같은 식탁을 네 가지 빛으로 비춰서 비교해요.
2. **작은 서점**: 책장 조명을 손님이 직접 조절해요.
3. **상담석**: 매장 사진을 가져오면 그 자리에서 조명 계획을 만들어 드려요.

## 예산

- 임대와 철거: 2,800만 원
- 제작: 1,900만 원
- 인력: 1,200만 원
- 홍보: 600만 원

## 할 일

- [x] 임대 계약
- [x] 전기 용량 확인 (15 kW)
- [ ] 구청 옥외 광고 신고
- [ ] 영어·일본어 안내문
`,
      versions: [
        {
          hoursBefore: 70,
          changes: [
            ['- 방문객 4,000명, 상담 예약 250건', '- 방문객 3,000명, 상담 예약 150건'],
            ['3. **상담석**: 매장 사진을 가져오면 그 자리에서 조명 계획을 만들어 드려요.\n', ''],
          ],
        },
        {
          hoursBefore: 46,
          name: '예산 승인본',
          changes: [
            ['- 홍보: 600만 원', '- 홍보: 900만 원'],
            ['- [x] 임대 계약', '- [ ] 임대 계약'],
          ],
        },
        {
          hoursBefore: 3,
          changes: [['- [x] 전기 용량 확인 (15 kW)', '- [ ] 전기 용량 확인']],
        },
      ],
    },
    {
      by: 'jihoon',
      daysAgo: 7,
      title: '고객 인터뷰: 연남동 카페 사장님',
      markdown: `연남동에서 테이블 8개짜리 카페를 운영하는 박서연 사장님을 만났어요. 30분 정도 이야기했어요.

## 지금 불편한 점

- 저녁이 되면 창가 자리만 밝고 안쪽은 어두워서 손님이 창가에만 앉아요.
- 조명 업체 세 곳에 문의했는데 견적 항목이 서로 달라서 비교를 못 했어요.
- 공사하느라 하루라도 문을 닫는 건 부담스러워요.

![매장 도면의 조도 분포. 계산대 쪽은 밝고 입구와 선반 사이는 어두워요](image:floor-plan)

## 앱을 써 본 반응

- 사진으로 도면을 만드는 부분에서 "이건 신기하네요"라고 했어요.
- 공유 버튼은 찾지 못했어요. 남편에게 화면을 찍어서 보냈어요.
- 가격이 바로 나오는 점이 제일 좋았다고 해요.

## 배운 점

견적서보다 **저녁 7시의 매장 모습**을 먼저 보여 주는 게 설득력이 있어요.

## 다음에 할 일

- {{person emma}} 님, 이 이야기를 {{note Text for the invitation}}에 한 문장으로 넣어 주세요.
- 상담석 순서는 {{meeting 팝업 스토어 주간 회의}}에서 정해요.
- 공유 버튼 문제는 {{project Spring release of the Lantern app}}에 전달했어요.
`,
    },
    {
      by: 'emma',
      daysAgo: 5,
      title: 'Text for the invitation',
      markdown: `Draft for the partners in Seoul; Jihoon translates.

> **Come and change the light.** For one month, our shop in Seongsu-dong is a café, a bookshop and a dining room. Turn the knob and see what your customers would see.

Keep it to two sentences. No prices, no technical terms. The address and the opening hours go below the picture.
`,
    },
  ],
  trash: [
    {
      by: 'jihoon',
      title: '팝업 스토어 첫 아이디어',
      daysAgo: 40,
      markdown: `기획안으로 대체했습니다.

- 한옥 공간 대여
- 주말 저녁 음악 공연
- 방문객 사진 엽서`,
    },
  ],
  meetings: [
    {
      by: 'jihoon',
      title: '팝업 스토어 주간 회의',
      language: 'ko',
      daysAgo: 2,
      minutes: 35,
      participants: ['jihoon', 'yating', { guest: '최유나(공간 디자인)' }],
      markdown: `## 결정한 것

- 운영 시간은 오전 11시부터 저녁 8시까지예요. 월요일은 쉬어요.
- '어두운 방'은 한 번에 6명까지만 들어가요.

## 진행 상황

- 목공 작업은 다음 주 화요일에 시작해요.
- 상담 예약 페이지는 시험 중이고, 휴대폰에서 날짜 고르기가 불편해서 고치고 있어요.

## 다음 주까지

- [ ] 지훈: 구청 신고 서류 제출
- [ ] 야팅: 타이베이 전시에서 쓴 비교 패널 파일 보내기
- [ ] 유나 님: 동선 도면 2차안
`,
    },
  ],
};
