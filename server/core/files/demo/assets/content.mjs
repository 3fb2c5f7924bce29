/** Contents of the demo's files by language: an offer (PDF), prices (XLSX) and slides (PPTX). */
export const CONTENT = {
  en: {
    project: 'Spring release of the Lantern app',
    offer: {
      name: 'Offer Alder & Finch bookshop.pdf',
      title: 'Offer: light for the Alder & Finch bookshop',
      lines: [
        'Thank you for the morning in your shop. This is what we measured and what we propose.',
        'The shelves have 210 lux today. With the lamps below they reach 520 lux at every height.',
        'Delivery takes three weeks from your order. Fitting takes one evening, after closing time.',
        'The offer is valid until 30 April. Prices are before tax.',
      ],
      rows: [
        ['Lamp', 'Pieces', 'Price each'],
        ['Lantern Rail 30', '14', '£86.00'],
        ['Lantern Spot 12', '9', '£54.50'],
        ['Dimmer with timer', '2', '£39.00'],
      ],
    },
    prices: {
      name: 'Price list spring.xlsx',
      sheet: 'Prices',
      rows: [
        ['Article', 'Colour', 'Watts', 'Price'],
        ['Lantern Rail 30', 'Warm white', 30, 86],
        ['Lantern Rail 45', 'Warm white', 45, 112],
        ['Lantern Spot 12', 'Neutral white', 12, 54.5],
        ['Dimmer with timer', 'White', 1, 39],
      ],
    },
    slides: {
      name: 'Release briefing.pptx',
      slides: [
        ['The planner opens on 20 April', ['Twelve shops tried it for two weeks', 'Nine of them use it every day']],
        [
          'What changes for sales',
          ['A plan takes one evening', 'Orders come from the plan', 'Support until 8 pm in the first week'],
        ],
      ],
    },
  },
  ja: {
    project: '客室用ベッドサイドランプ「ほのか」開発',
    offer: {
      name: '見積書 山水荘様.pdf',
      title: '見積書：山水荘様 客室照明',
      lines: [
        '先日はお時間をいただき、ありがとうございました。測定の結果とご提案をまとめます。',
        '枕元の明るさは現在四十ルクスです。「ほのか」を使うと、消灯まで三段階で下げられます。',
        '納期はご注文から五週間です。取り付けは一室あたり二十分ほどかかります。',
        'この見積りは四月三十日まで有効です。価格は税抜きです。',
      ],
      rows: [
        ['品名', '数量', '単価'],
        ['ほのか 標準', '24', '¥18,500'],
        ['ほのか 壁付け', '6', '¥21,000'],
        ['交換用の傘', '5', '¥3,200'],
      ],
    },
    prices: {
      name: '部品表.xlsx',
      sheet: '部品',
      rows: [
        ['部品', '材料', '個数', '単価'],
        ['台座', 'くるみ材', 1, 2400],
        ['傘', '和紙', 1, 1800],
        ['調光つまみ', '真鍮', 1, 950],
        ['光源', 'LED 4.5W', 2, 620],
      ],
    },
    slides: {
      name: '試作のまとめ.pptx',
      slides: [
        ['二回目の試作で決めたこと', ['つまみは暗闇でも触って分かる形にする', '一番暗い段階は二ルクスにする']],
        ['残っている課題', ['コードの長さは一・八メートルで足りるか', '和紙の傘が湿気で波打つ']],
      ],
    },
  },
  ko: {
    project: '성수동 팝업 스토어',
    offer: {
      name: '견적서 팝업 스토어 설치.pdf',
      title: '견적서: 성수동 팝업 스토어 설치',
      lines: [
        '현장을 함께 둘러봐 주셔서 감사합니다. 측정한 내용과 제안을 정리했습니다.',
        '입구 쪽 밝기는 지금 150럭스입니다. 제안한 조명으로는 저녁에도 600럭스를 유지합니다.',
        '설치는 이틀, 철거는 하루가 걸립니다. 소음이 나는 작업은 오후에만 합니다.',
        '이 견적은 4월 30일까지 유효하며 부가세는 별도입니다.',
      ],
      rows: [
        ['품목', '수량', '단가'],
        ['레일 조명 30', '16', '₩129,000'],
        ['스폿 조명 12', '10', '₩82,000'],
        ['전기 배선', '1', '₩1,450,000'],
      ],
    },
    prices: {
      name: '예산표.xlsx',
      sheet: '예산',
      rows: [
        ['항목', '담당', '일수', '금액'],
        ['공간 임대', '지훈', 14, 8400000],
        ['설치와 철거', '외부 업체', 3, 3200000],
        ['기념품', '마케팅', 14, 1750000],
        ['안내 인력', '영업', 14, 4900000],
      ],
    },
    slides: {
      name: '팝업 스토어 제안.pptx',
      slides: [
        ['손님이 빛을 고르는 가게', ['방마다 색온도가 다릅니다', '고른 빛을 사진으로 가져갑니다']],
        ['동선과 대기줄', ['입구에서 번호표를 받습니다', '기다리는 시간은 이십 분을 넘기지 않습니다']],
      ],
    },
  },
  zh_hans: {
    project: '华东区经销商拓展',
    offer: {
      name: '报价单 苏州书店.pdf',
      title: '报价单：苏州书店照明改造',
      lines: [
        '感谢您上周的接待。以下是我们的测量结果和方案。',
        '书架目前的照度是一百八十勒克斯，改造后每一层都能达到五百勒克斯。',
        '下单后三周内交货，安装安排在打烊之后，一个晚上完成。',
        '本报价在四月三十日之前有效，价格不含税。',
      ],
      rows: [
        ['产品', '数量', '单价'],
        ['轨道灯 30', '18', '¥620'],
        ['射灯 12', '12', '¥390'],
        ['定时调光器', '2', '¥280'],
      ],
    },
    prices: {
      name: '经销商价格表.xlsx',
      sheet: '价格',
      rows: [
        ['型号', '色温', '功率', '经销价'],
        ['轨道灯 30', '3000K', 30, 434],
        ['轨道灯 45', '3000K', 45, 566],
        ['射灯 12', '4000K', 12, 273],
        ['定时调光器', '白色', 1, 196],
      ],
    },
    slides: {
      name: '经销商说明会.pptx',
      slides: [
        ['为什么现在加入', ['华东有两千家独立书店和咖啡馆', '多数门店的照明已经用了八年以上']],
        ['我们提供什么', ['免费的照明测量', '首批货物三十天内可以退换', '每季度一次培训']],
      ],
    },
  },
  zh_hant: {
    project: '台北設計展參展計畫',
    offer: {
      name: '報價單 展位施工.pdf',
      title: '報價單：設計展展位施工',
      lines: [
        '謝謝您到現場說明。以下是我們的施工內容與費用。',
        '展位面積三十六平方公尺，天花板可以懸掛的重量是每點二十公斤。',
        '進場兩天完成，撤場一天完成，夜間施工的費用已經包含在內。',
        '本報價在四月三十日之前有效，價格未稅。',
      ],
      rows: [
        ['項目', '數量', '單價'],
        ['懸吊桁架', '4', 'NT$8,800'],
        ['軌道燈 30', '20', 'NT$2,650'],
        ['用電申請', '1', 'NT$12,000'],
      ],
    },
    prices: {
      name: '展品清單.xlsx',
      sheet: '展品',
      rows: [
        ['展品', '位置', '數量', '保險金額'],
        ['玻璃吊燈「浪」', 'A 區', 3, 96000],
        ['竹編立燈', 'B 區', 5, 42000],
        ['軌道燈 30', '天花板', 20, 53000],
        ['說明立牌', '入口', 2, 4000],
      ],
    },
    slides: {
      name: '展位概念.pptx',
      slides: [
        ['走進一片海', ['燈光每十分鐘由亮轉暗一次', '觀眾從暗處走向亮處']],
        ['觀眾會帶走什麼', ['一張記錄自己選擇的卡片', '展後一個月的優惠']],
      ],
    },
  },
};
